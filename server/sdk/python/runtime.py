"""Client of the trading and data API. Generated from the API's contract; not to be edited.

One method for each call, typed; retries that honour Retry-After and never send an order twice; prices and order updates as iterators.
"""

from __future__ import annotations

import email.utils
import json
import random
import struct
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Sequence, Tuple, TypedDict, Union, cast

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

_NO_SUCH_ORDER = "DH-906"
_SEGMENTS = {0: "IDX_I", 1: "NSE_EQ", 2: "NSE_FNO", 3: "NSE_CURRENCY", 4: "BSE_EQ", 5: "MCX_COMM", 7: "BSE_CURRENCY", 8: "BSE_FNO"}
_TYPES = {"u8": "<B", "u16": "<H", "u32": "<I", "i16": "<h", "i32": "<i", "f32": "<f", "f64": "<d"}
_SUBSCRIBE = {"ticker": 15, "quote": 17, "full": 21}
_SUBSCRIBE_DEPTH = 23
_INSTRUMENTS_A_MESSAGE = 100
_SILENT_FOR_S = 40.0
_MAX_PAUSE_S = 30.0


class TradingApiError(Exception):
    """A call that was refused, or whose answer never came: ``status`` is 0 then."""

    def __init__(self, message: str, status: int, code: str = "", request_id: Optional[str] = None,
                 retry_after: Optional[float] = None, body: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body

    @property
    def is_outcome_unknown(self) -> bool:
        """Whether the server may have carried the call out although it failed."""
        return self.status == 0 or self.status >= 500


class StreamError(Exception):
    """A socket that will not come back: its login was refused. ``code`` is the API's own, or None."""

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code


def _retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds or an HTTP date, as RFC 9110 section 10.2.3 has them."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _ApiClient:
    def __init__(self, base_url: str, access_token: Union[str, Callable[[], str]], client_id: Optional[str] = None, *,
                 timeout: float = 30.0, max_retries: int = 4, max_retry_delay: float = 60.0,
                 market_feed_url: Optional[str] = None, depth_url: Optional[str] = None,
                 full_depth_url: Optional[str] = None, order_update_url: Optional[str] = None) -> None:
        """``base_url`` is where /orders and the others are. ``client_id`` is needed for quotes, option chains and sockets."""
        self.base_url = base_url.rstrip("/")
        self._access_token = access_token
        self._client_id = client_id
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_delay = max_retry_delay
        root = (self.base_url[:-3] if self.base_url.endswith("/v2") else self.base_url).replace("http", "ws", 1)
        self._market_feed_url = market_feed_url or f"{root}/feed"
        self._depth_url = depth_url or f"{root}/twentydepth"
        self._full_depth_url = full_depth_url or f"{root}/twohundreddepth"
        self._order_update_url = order_update_url or f"{root}/order-update"
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _token(self) -> str:
        return self._access_token() if callable(self._access_token) else self._access_token

    def client_id(self) -> str:
        if self._client_id is None:
            raise TypeError("client_id: needed for quotes, option chains and sockets")
        return self._client_id

    def _socket_url(self, url: str, **more: str) -> str:
        login = {**more, "token": self._token(), "clientId": self.client_id(), "authType": "2"}
        return f"{url}?{urllib.parse.urlencode(login)}"

    def _call(self, method: str, path: str, *, path_parameters: Optional[Dict[str, Any]] = None,
              query: Optional[Dict[str, Any]] = None, body: Any = None, needs_client_id: bool = False,
              is_repeatable: bool = False) -> Any:
        attempt = 0
        while True:
            try:
                return self._attempt(method, path, path_parameters or {}, query or {}, body, needs_client_id)
            except TradingApiError as fault:
                # 429 was refused before anything was done, so every call may follow it.
                is_again = fault.status == 429 or (is_repeatable and fault.is_outcome_unknown)
                waits = fault.retry_after or 0.0
                if not is_again or attempt >= self._max_retries or waits > self._max_retry_delay:
                    raise
                time.sleep(min(self._max_retry_delay, waits + random.random() * 0.25 * 2 ** attempt))
                attempt += 1

    def _attempt(self, method: str, path: str, path_parameters: Dict[str, Any], query: Dict[str, Any], body: Any,
                 needs_client_id: bool) -> Any:
        for name, value in path_parameters.items():
            if value in (None, ""):
                raise TypeError(f"{name}: needed in {path}")
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        search = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        headers = {"accept": "application/json, text/csv", "access-token": self._token()}
        if needs_client_id:
            headers["client-id"] = self.client_id()
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base_url}{path}{'?' if search else ''}{search}", data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                text = answer.read().decode()
                return json.loads(text) if "json" in answer.headers.get("content-type", "") else text
        except urllib.error.HTTPError as refused:
            raise _fault_of(method, path, refused) from None
        except OSError as lost:
            raise TradingApiError(f"{method} {path}: no answer ({lost})", 0) from lost


def _fault_of(method: str, path: str, refused: urllib.error.HTTPError) -> TradingApiError:
    text = refused.read().decode(errors="replace")
    try:
        body = json.loads(text)
    except ValueError:
        body = text
    code, message = "", text.strip() if isinstance(body, str) else ""
    if isinstance(body, dict) and "errorCode" in body:
        code, message = str(body["errorCode"]), str(body.get("errorMessage", ""))
    elif isinstance(body, dict) and isinstance(body.get("data"), dict) and body["data"]:
        code, message = next((str(key), str(value)) for key, value in body["data"].items())
    return TradingApiError(f"{method} {path}: {refused.code} {code} {message}".rstrip(), refused.code, code,
                           refused.headers.get("x-request-id"), _retry_after(refused.headers.get("retry-after")), body)


def _read(fields: Dict[str, Tuple[str, int]], message: bytes, at: int) -> Dict[str, Any]:
    values = {}
    for name, (kind, offset) in fields.items():
        value = struct.unpack_from(_TYPES[kind], message, at + offset)[0]
        values[name] = round(value, 2) if kind == "f32" else value
    return values


def read_market_message(message: bytes) -> List[Dict[str, Any]]:
    """All packets of one message of the live market feed, each with ``kind``, ``exchangeSegment`` and ``securityId``."""
    packets: List[Dict[str, Any]] = []
    at = 0
    while at + _MARKET["headerBytes"] <= len(message):
        header = _read(_MARKET["header"], message, at)
        if header["length"] < _MARKET["headerBytes"] or at + header["length"] > len(message):
            break
        known = _MARKET["packets"].get(header["code"])
        if known is not None and header["length"] >= known["bytes"]:
            packet = {"kind": known["kind"], "exchangeSegment": _SEGMENTS.get(header["segment"], str(header["segment"])),
                      "securityId": str(header["securityId"]), **_read(known["fields"], message, at)}
            if known["kind"] == "full":
                packet["levels"] = [_read(_MARKET["level"], message, at + _MARKET["levelsOffset"] + nth * _MARKET["levelBytes"])
                                    for nth in range(_MARKET["levels"])]
            packets.append(packet)
        at += header["length"]
    return packets


def read_depth_message(message: bytes) -> List[Dict[str, Any]]:
    """All packets of one message of a depth feed: the bids and the asks of an instrument are two packets, best price first."""
    packets: List[Dict[str, Any]] = []
    at = 0
    while at + _DEPTH["headerBytes"] <= len(message):
        header = _read(_DEPTH["header"], message, at)
        if header["length"] < _DEPTH["headerBytes"] or at + header["length"] > len(message):
            break
        kind = _DEPTH["kinds"].get(header["code"])
        where = {"kind": kind, "exchangeSegment": _SEGMENTS.get(header["segment"], str(header["segment"])),
                 "securityId": str(header["securityId"])}
        if kind == "disconnect":
            packets.append({**where, "reason": header["extra"]})
        elif kind is not None:
            rows = (header["length"] - _DEPTH["headerBytes"]) // _DEPTH["rowBytes"]
            packets.append({**where, "sequence": header["extra"],
                            "rows": [_read(_DEPTH["row"], message, at + _DEPTH["headerBytes"] + nth * _DEPTH["rowBytes"])
                                     for nth in range(rows)]})
        at += header["length"]
    return packets


def _ask(socket: Any, code: int, instruments: Sequence[Tuple[str, str]]) -> None:
    for at in range(0, len(instruments), _INSTRUMENTS_A_MESSAGE):
        named = [{"ExchangeSegment": segment, "SecurityId": security_id}
                 for segment, security_id in instruments[at : at + _INSTRUMENTS_A_MESSAGE]]
        socket.send(json.dumps({"RequestCode": code, "InstrumentCount": len(named), "InstrumentList": named}))


def _stream(address: Callable[[], str], begin: Callable[[Any], None], read: Callable[[Any], List[Dict[str, Any]]]) -> Iterator[Dict[str, Any]]:
    """Connects, says so, yields what comes, and connects again after a growing pause."""
    failures, was_open = 0, False
    while True:
        opened_at = time.monotonic()
        try:
            with connect(address(), ping_interval=20, ping_timeout=20, max_size=1 << 20) as socket:
                is_accepted = True
                try:
                    begin(socket)
                    # Messages are answered in their order: with this pong the login and the subscriptions have been read.
                    is_accepted = socket.ping(ack_on_close=True).wait(_SILENT_FOR_S)
                except ConnectionClosed:
                    # A refusal may have come before the close: it is among the messages.
                    is_accepted = False
                if is_accepted:
                    yield {"kind": "connected", "isReconnect": was_open}
                    was_open = True
                for message in socket:
                    for packet in read(message):
                        if packet["kind"] == "disconnect" and packet["reason"] != 805:
                            raise StreamError(f"The server refused: {packet['reason']}", packet["reason"])
                        yield packet
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == 1008:
                raise StreamError(closed.rcvd.reason or "The login was refused.") from None
        except OSError:
            pass
        failures = 0 if time.monotonic() - opened_at > 10 else failures + 1
        time.sleep(random.random() * min(_MAX_PAUSE_S, 0.25 * 2 ** failures))
