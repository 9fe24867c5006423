"""Prices and order updates as iterators that reconnect. Needs the package websockets, which the extra ``sockets`` installs."""

from __future__ import annotations

import asyncio
import collections
import json
import random
import re
import threading
import time
import urllib.parse
import warnings
from typing import Any, AsyncIterator, Callable, Coroutine, Deque, Dict, Iterator, List, Optional, Sequence, Tuple

from ._http import Connection
from ._packets import read_depth_message, read_market_message

SUBSCRIBE = {"ticker": 15, "quote": 17, "full": 21}
SUBSCRIBE_DEPTH = 23
LOGIN = 42
TOO_MANY_CONNECTIONS = 805
TOO_MANY_CONNECTIONS_PAUSE_S = 60.0
_REFUSED_CLOSE = 1008
_INSTRUMENTS_A_MESSAGE = 100
_SILENT_FOR_S = 40.0
_STEADY_AFTER_S = 10.0
_MAX_PAUSE_S = 30.0
_UNREAD_AT_MOST = 10_000

Instruments = Sequence[Tuple[str, str]]
Begin = Callable[[Any], Coroutine[Any, Any, None]]
Read = Callable[[Any], List[Dict[str, Any]]]


class StreamError(Exception):
    """A socket that is not opened again: its login was refused. ``code`` is the API's own, or None."""

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.code = code


def _websockets() -> Any:
    try:
        import websockets
        import websockets.exceptions
    except ImportError:
        raise ImportError('Sockets need the package websockets: pip install "trading-api-client[sockets]"') from None
    return websockets


def _login_address(client: Connection, url: str, **more: str) -> str:
    login = {**more, "token": client.token(), "clientId": client.client_id(), "authType": "2"}
    return f"{url}?{urllib.parse.urlencode(login)}"


def _subscribing(code: int, instruments: Instruments) -> Begin:
    async def begin(socket: Any) -> None:
        for at in range(0, len(instruments), _INSTRUMENTS_A_MESSAGE):
            named = [{"ExchangeSegment": segment, "SecurityId": security_id}
                     for segment, security_id in instruments[at : at + _INSTRUMENTS_A_MESSAGE]]
            await socket.send(json.dumps({"RequestCode": code, "InstrumentCount": len(named), "InstrumentList": named}))
    return begin


def order_updates(client: Connection) -> AsyncIterator[Dict[str, Any]]:
    """Login and messages of the order-update socket."""
    async def begin(socket: Any) -> None:
        login = {"MsgCode": LOGIN, "ClientId": client.client_id(), "Token": client.token()}
        await socket.send(json.dumps({"LoginReq": login, "UserType": "SELF"}))

    def read(message: Any) -> List[Dict[str, Any]]:
        update = json.loads(message)
        return [{"kind": "order", "order": _with_contract_spelling(update["Data"])}] if update.get("Type") == "order_alert" else []

    return _stream(lambda: client._order_update_url, begin, read)


def _with_contract_spelling(data: Dict[str, Any]) -> Dict[str, Any]:
    """Adds keys with an upper-case first letter, and a status in capitals. A live account sends ``"status": "Part Traded"``."""
    update = {**data, **{name[:1].upper() + name[1:]: value for name, value in data.items()}}
    if isinstance(update.get("Status"), str):
        update["Status"] = re.sub(r"[\s-]+", "_", update["Status"].strip().upper())
    return update


def market_feed(client: Connection, kind: str, instruments: Instruments) -> AsyncIterator[Dict[str, Any]]:
    """Subscriptions and packets of the live market feed."""
    address = lambda: _login_address(client, client._market_feed_url, version="2")  # noqa: E731
    return _stream(address, _subscribing(SUBSCRIBE[kind], instruments), read_market_message)


def depth_feed(client: Connection, instruments: Instruments) -> AsyncIterator[Dict[str, Any]]:
    """Subscriptions and packets of the feed of 20 levels."""
    return _stream(lambda: _login_address(client, client._depth_url), _subscribing(SUBSCRIBE_DEPTH, instruments), read_depth_message)


def full_depth_feed(client: Connection, exchange_segment: str, security_id: str) -> AsyncIterator[Dict[str, Any]]:
    """Subscription and packets of the feed of 200 levels of one instrument."""
    async def begin(socket: Any) -> None:
        await socket.send(json.dumps({"RequestCode": SUBSCRIBE_DEPTH, "ExchangeSegment": exchange_segment, "SecurityId": security_id}))

    return _stream(lambda: _login_address(client, client._full_depth_url), begin, read_depth_message)


async def _accepted(socket: Any, begin: Begin) -> bool:
    """Messages are answered in order: with this pong the server has read the login and the subscriptions."""
    await begin(socket)
    try:
        await asyncio.wait_for(await socket.ping(), _SILENT_FOR_S)
        return True
    except asyncio.TimeoutError:
        return False


def _status_of(refused: Any) -> int:
    """Status of a refused handshake; 0 without a response. The attribute depends on the version of websockets."""
    answer = getattr(refused, "response", None)
    return getattr(refused, "status_code", 0) if answer is None else answer.status_code


async def _stream(address: Callable[[], str], begin: Begin, read: Read) -> AsyncIterator[Dict[str, Any]]:
    """Connects, yields ``connected`` and what arrives, and connects again after a growing pause."""
    websockets = _websockets()
    closed_by_peer = websockets.exceptions.ConnectionClosed
    failures, was_open = 0, False
    while True:
        opened_at = time.monotonic()
        least_pause = 0.0
        try:
            async with websockets.connect(address(), ping_interval=20, ping_timeout=20, max_size=1 << 20) as socket:
                try:
                    is_accepted = await _accepted(socket, begin)
                except closed_by_peer:
                    # The server may have sent a refusal before it closed the socket; the loop below reads it.
                    is_accepted = False
                if is_accepted:
                    yield {"kind": "connected", "isReconnect": was_open}
                    was_open = True
                async for message in socket:
                    for packet in read(message):
                        if packet["kind"] == "disconnect" and packet["reason"] != TOO_MANY_CONNECTIONS:
                            raise StreamError(f"The server rejected the connection: {packet['reason']}", packet["reason"])
                        if packet["kind"] == "disconnect":
                            least_pause = TOO_MANY_CONNECTIONS_PAUSE_S
                        yield packet
                if socket.close_code == _REFUSED_CLOSE:
                    raise StreamError(socket.close_reason or "The login was refused.")
        except closed_by_peer as closed:
            if closed.rcvd is not None and closed.rcvd.code == _REFUSED_CLOSE:
                raise StreamError(closed.rcvd.reason or "The login was refused.") from None
        except websockets.exceptions.InvalidHandshake as refused:
            status = _status_of(refused)
            # A retry does not change these statuses, such as 404 for a wrong address.
            if not was_open and 400 <= status < 500 and status not in (408, 425, 429):
                raise StreamError(f"The server rejected the connection with status {status}.") from None
        except (OSError, asyncio.TimeoutError):
            pass
        except StreamError:
            raise
        except Exception as fault:
            # An error of the token function, or an unreadable message.
            if not was_open:
                raise
            warnings.warn(f"The stream reconnects after {fault!r}", RuntimeWarning)
        # The number is limited, because 2 ** 1026 is too large for a float.
        failures = 0 if time.monotonic() - opened_at > _STEADY_AFTER_S else min(failures + 1, 10)
        await asyncio.sleep(max(least_pause, random.random() * min(_MAX_PAUSE_S, 0.25 * 2 ** failures)))


def iterate(make: Callable[[], AsyncIterator[Dict[str, Any]]], *, is_lossy: bool) -> Iterator[Any]:
    """The same stream for sync programs: read in a thread, so that pings are answered while the program works."""
    pump = _Pump(make, is_lossy)
    try:
        while True:
            yield pump.get()
    finally:
        pump.close()


class _Pump:
    """Moves a stream from an event loop in a thread to a sync reader."""

    def __init__(self, make: Callable[[], AsyncIterator[Dict[str, Any]]], is_lossy: bool) -> None:
        self._make = make
        self._is_lossy = is_lossy
        self._waiting: Deque[Dict[str, Any]] = collections.deque()
        self._fault: Optional[BaseException] = None
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._task: Optional["asyncio.Task[None]"] = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def get(self) -> Dict[str, Any]:
        """The next message. Raises what ended the stream."""
        with self._changed:
            while not self._waiting and self._fault is None:
                self._changed.wait()
            if self._waiting:
                return self._waiting.popleft()
            assert self._fault is not None
            raise self._fault

    def close(self) -> None:
        """Ends the stream and its thread."""
        def cancel() -> None:
            if self._task is not None:
                self._task.cancel()
        if self._thread.is_alive():
            try:
                self._loop.call_soon_threadsafe(cancel)
            except RuntimeError:
                # The loop has already ended.
                pass
        self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            self._task = self._loop.create_task(self._read())
            self._loop.run_until_complete(self._task)
        except BaseException as fault:
            with self._changed:
                self._fault = fault
                self._changed.notify()
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    async def _read(self) -> None:
        async for message in self._make():
            with self._changed:
                if len(self._waiting) >= _UNREAD_AT_MOST:
                    if not self._is_lossy:
                        raise StreamError(f"More than {_UNREAD_AT_MOST} messages were not read.")
                    self._waiting.popleft()
                self._waiting.append(message)
                self._changed.notify()
