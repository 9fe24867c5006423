"""Requests over kept-alive connections with httpx: retries that honour Retry-After and never send an order twice, and one class of error."""

from __future__ import annotations

import asyncio
import email.utils
import json
import random
import time
import urllib.parse
from typing import Any, Callable, Dict, List, Optional, TypeVar, Union

import httpx

from ._models import decode, encode

NO_SUCH_ORDER = "DH-906"
ORDER_SETTLES_S = 0.5
_FIRST_DELAY_S = 0.25
Row = TypeVar("Row")


class TradingApiError(Exception):
    """A call that was refused, or that got no response: ``status`` is 0 then."""

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
        """True if the server may have executed the call although it failed."""
        return self.status == 0 or self.status >= 500


class Page(List[Row]):
    """Rows of a list. ``next_cursor`` is the cursor of the next page; None on the last page, and for a call without ``limit``."""

    next_cursor: Optional[str] = None


def retry_after_of(value: Optional[str]) -> Optional[float]:
    """Seconds of a Retry-After header: a number or an HTTP date (RFC 9110, section 10.2.3)."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


class Connection:
    """Addresses, login and retry rules; the sync and the async client share them."""

    def __init__(self, base_url: str, access_token: Union[str, Callable[[], str]], client_id: Optional[str] = None, *,
                 headers: Optional[Dict[str, str]] = None, timeout: float = 30.0, max_retries: int = 4, max_retry_delay: float = 60.0,
                 market_feed_url: Optional[str] = None, depth_url: Optional[str] = None,
                 full_depth_url: Optional[str] = None, order_update_url: Optional[str] = None) -> None:
        """``base_url`` is where /orders and the others are. ``client_id`` is needed for quotes, option chains and sockets.
        ``headers`` are added to every call, for example X-Sandbox-Fault."""
        self.base_url = base_url.rstrip("/")
        self._access_token = access_token
        self._client_id = client_id
        self._headers = dict(headers or {})
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_delay = max_retry_delay
        root = (self.base_url[:-3] if self.base_url.endswith("/v2") else self.base_url).replace("http", "ws", 1)
        self._market_feed_url = market_feed_url or f"{root}/feed"
        self._depth_url = depth_url or f"{root}/twentydepth"
        self._full_depth_url = full_depth_url or f"{root}/twohundreddepth"
        self._order_update_url = order_update_url or f"{root}/order-update"

    def token(self) -> str:
        """The access token, asked for before every call if it was given as a function."""
        return self._access_token() if callable(self._access_token) else self._access_token

    def client_id(self) -> str:
        """The client id of the account. Raises TypeError if none was given."""
        if self._client_id is None:
            raise TypeError("client_id is required for quotes, option chains and sockets")
        return self._client_id

    def _request(self, method: str, path: str, *, path_parameters: Optional[Dict[str, Any]] = None,
                 query: Optional[Dict[str, Any]] = None, body: Any = None, needs_client_id: bool = False,
                 idempotency_key: Optional[str] = None) -> Dict[str, Any]:
        for name, value in (path_parameters or {}).items():
            if value in (None, ""):
                raise TypeError(f"{name}: needed in {path}")
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        search = urllib.parse.urlencode({name: value for name, value in (query or {}).items() if value is not None})
        headers = {"accept": "application/json, text/csv", "access-token": self.token()}
        if needs_client_id:
            headers["client-id"] = self.client_id()
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        content = None
        if body is not None:
            headers["content-type"] = "application/json"
            content = json.dumps(encode(body)).encode()
        headers.update(self._headers)
        return {"method": method, "url": f"{self.base_url}{path}{'?' if search else ''}{search}", "headers": headers, "content": content}

    def _pause(self, fault: TradingApiError, attempt: int, is_repeatable: bool) -> Optional[float]:
        """Seconds to wait before the next attempt; None if the call must not be sent again."""
        # A call refused with 429 was not executed, so any call may be sent again.
        may_repeat = fault.status == 429 or (is_repeatable and fault.is_outcome_unknown)
        asked = fault.retry_after or 0.0
        if not may_repeat or attempt >= self._max_retries or asked > self._max_retry_delay:
            return None
        return min(self._max_retry_delay, asked + random.random() * _FIRST_DELAY_S * 2 ** attempt)


def read_answer(method: str, path: str, answer: httpx.Response, returns: Any) -> Any:
    """The answer as the type ``returns``. Raises TradingApiError for a refusal."""
    if answer.status_code >= 300:
        raise _fault_of(method, path, answer)
    if "json" not in answer.headers.get("content-type", ""):
        return answer.text
    # A live account's response to convert_position is empty.
    data = answer.json() if answer.content else {}
    # A live account returns some errors of quotes and option chains with status 200.
    if isinstance(data, dict) and data.get("status") == "failed":
        raise _fault_of(method, path, answer)
    value = decode(data, returns)
    if not isinstance(value, list):
        return value
    page: Page[Any] = Page(value)
    page.next_cursor = answer.headers.get("x-next-cursor")
    return page


def _fault_of(method: str, path: str, refused: httpx.Response) -> TradingApiError:
    try:
        body = refused.json()
    except ValueError:
        body = refused.text
    code, message = "", body.strip() if isinstance(body, str) else ""
    if isinstance(body, dict) and "errorCode" in body:
        code, message = str(body["errorCode"]), str(body.get("errorMessage", ""))
    elif isinstance(body, dict) and isinstance(body.get("data"), dict) and body["data"]:
        code, message = next((str(key), str(value)) for key, value in body["data"].items())
    return TradingApiError(f"{method} {path}: {refused.status_code} {code} {message}".rstrip(), refused.status_code, code,
                           refused.headers.get("x-request-id"), retry_after_of(refused.headers.get("retry-after")), body)


class ApiClient(Connection):
    """Calls of the sync client. Use it as a context manager, or close it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._http = httpx.Client(timeout=self._timeout, follow_redirects=False)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _call(self, method: str, path: str, returns: Any, *, is_repeatable: bool = False, **parts: Any) -> Any:
        attempt = 0
        while True:
            try:
                return self._attempt(method, path, returns, parts)
            except TradingApiError as fault:
                pause = self._pause(fault, attempt, is_repeatable)
                if pause is None:
                    raise
            time.sleep(pause)
            attempt += 1

    def _attempt(self, method: str, path: str, returns: Any, parts: Dict[str, Any]) -> Any:
        try:
            answer = self._http.request(**self._request(method, path, **parts))
        except httpx.HTTPError as lost:
            raise TradingApiError(f"{method} {path}: no response ({lost})", 0) from lost
        return read_answer(method, path, answer, returns)

    def _place_once(self, place: Callable[[], Any], find: Callable[[], Any]) -> Any:
        """Places an order; after a lost response looks for it before it is sent again."""
        for attempt in range(self._max_retries + 1):
            try:
                return place()
            except TradingApiError as fault:
                if not fault.is_outcome_unknown or attempt == self._max_retries:
                    raise
                lost = fault
            time.sleep(ORDER_SETTLES_S * (attempt + 1))
            try:
                return find()
            except TradingApiError as unknown:
                if unknown.code != NO_SUCH_ORDER:
                    raise lost from None
        raise AssertionError("the last attempt returns or raises")


class AsyncApiClient(Connection):
    """Calls of the async client. Use it as an async context manager, or close it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._http = httpx.AsyncClient(timeout=self._timeout, follow_redirects=False)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()

    async def _call(self, method: str, path: str, returns: Any, *, is_repeatable: bool = False, **parts: Any) -> Any:
        attempt = 0
        while True:
            try:
                return await self._attempt(method, path, returns, parts)
            except TradingApiError as fault:
                pause = self._pause(fault, attempt, is_repeatable)
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            attempt += 1

    async def _attempt(self, method: str, path: str, returns: Any, parts: Dict[str, Any]) -> Any:
        try:
            answer = await self._http.request(**self._request(method, path, **parts))
        except httpx.HTTPError as lost:
            raise TradingApiError(f"{method} {path}: no response ({lost})", 0) from lost
        return read_answer(method, path, answer, returns)

    async def _place_once(self, place: Callable[[], Any], find: Callable[[], Any]) -> Any:
        """Places an order; after a lost response looks for it before it is sent again."""
        for attempt in range(self._max_retries + 1):
            try:
                return await place()
            except TradingApiError as fault:
                if not fault.is_outcome_unknown or attempt == self._max_retries:
                    raise
                lost = fault
            await asyncio.sleep(ORDER_SETTLES_S * (attempt + 1))
            try:
                return await find()
            except TradingApiError as unknown:
                if unknown.code != NO_SUCH_ORDER:
                    raise lost from None
        raise AssertionError("the last attempt returns or raises")
