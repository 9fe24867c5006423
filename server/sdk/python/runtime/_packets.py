"""Reads the binary messages of the price sockets by the API's own layout table."""

from __future__ import annotations

import struct
from typing import Any, Dict, List, Tuple

from ._layouts import DEPTH, MARKET, SEGMENTS

_TYPES = {"u8": "<B", "u16": "<H", "u32": "<I", "i16": "<h", "i32": "<i", "f32": "<f", "f64": "<d"}


def _read(fields: Dict[str, Tuple[str, int]], message: bytes, at: int, decimals: int = 2) -> Dict[str, Any]:
    values = {}
    for name, (kind, offset) in fields.items():
        value = struct.unpack_from(_TYPES[kind], message, at + offset)[0]
        values[name] = round(value, decimals) if kind == "f32" else value
    return values


def _place(header: Dict[str, Any]) -> Dict[str, Any]:
    segment = header["segment"]
    return {"exchangeSegment": SEGMENTS.get(segment, str(segment)), "securityId": str(header["securityId"])}


def read_market_message(message: bytes) -> List[Dict[str, Any]]:
    """All packets of one message of the live market feed, each with ``kind``, ``exchangeSegment`` and ``securityId``."""
    packets: List[Dict[str, Any]] = []
    at = 0
    while at + MARKET["headerBytes"] <= len(message):
        header = _read(MARKET["header"], message, at)
        if header["length"] < MARKET["headerBytes"] or at + header["length"] > len(message):
            break
        known = MARKET["packets"].get(header["code"])
        if known is not None and header["length"] >= known["bytes"]:
            decimals = 4 if SEGMENTS.get(header["segment"], "").endswith("_CURRENCY") else 2
            packet = {"kind": known["kind"], **_place(header), **_read(known["fields"], message, at, decimals)}
            if known["kind"] == "full":
                packet["levels"] = [_read(MARKET["level"], message, at + MARKET["levelsOffset"] + nth * MARKET["levelBytes"], decimals)
                                    for nth in range(MARKET["levels"])]
            packets.append(packet)
        at += header["length"]
    return packets


def read_depth_message(message: bytes) -> List[Dict[str, Any]]:
    """All packets of one message of a depth feed: the bids and the asks of an instrument are two packets, best price first."""
    packets: List[Dict[str, Any]] = []
    at = 0
    while at + DEPTH["headerBytes"] <= len(message):
        header = _read(DEPTH["header"], message, at)
        if header["length"] < DEPTH["headerBytes"] or at + header["length"] > len(message):
            break
        kind = DEPTH["kinds"].get(header["code"])
        if kind == "disconnect":
            packets.append({"kind": kind, **_place(header), "reason": header["extra"]})
        elif kind is not None:
            rows = (header["length"] - DEPTH["headerBytes"]) // DEPTH["rowBytes"]
            packets.append({"kind": kind, **_place(header), "sequence": header["extra"],
                            "rows": [_read(DEPTH["row"], message, at + DEPTH["headerBytes"] + nth * DEPTH["rowBytes"])
                                     for nth in range(rows)]})
        at += header["length"]
    return packets
