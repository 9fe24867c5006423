// Generates the synchronous and asynchronous clients of the Python package, with one method per operation.
import {
  type ClientOperation,
  type Contract,
  componentOf,
  type Parameter,
  type Schema,
} from "../contract.ts";
import { docText, jsonLiteral, type Models, toSnakeCase } from "./models.ts";

const STREAMS = [
  {
    name: "order_updates",
    takes: "",
    passes: "",
    yields: "Union[Connected, OrderEvent]",
    words:
      'Every change of the account\'s orders: ``{"kind": "order", "order": …}``. After ``connected`` with ``isReconnect`` read the orders once.',
    isLossy: false,
  },
  {
    name: "market_feed",
    takes: ', kind: Literal["ticker", "quote", "full"], instruments: Sequence[Tuple[str, str]]',
    passes: ", kind, instruments",
    yields: "Union[Connected, MarketPacket]",
    words:
      "Prices of instruments, each a segment and a security id, as packets. At most 5,000 instruments a connection.",
    isLossy: true,
  },
  {
    name: "depth_feed",
    takes: ", instruments: Sequence[Tuple[str, str]]",
    passes: ", instruments",
    yields: "Union[Connected, DepthPacket]",
    words:
      "Twenty levels of market depth, bids and asks as two packets. At most 50 instruments a connection.",
    isLossy: true,
  },
  {
    name: "full_depth_feed",
    takes: ", exchange_segment: str, security_id: str",
    passes: ", exchange_segment, security_id",
    yields: "Union[Connected, DepthPacket]",
    words: "Up to two hundred levels of one instrument's market depth, over a separate connection.",
    isLossy: true,
  },
] as const;

/** Returns the class name of an object that only one operation uses. */
const ownName = ({ id }: ClientOperation, part: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}${part}`;

function bodyType(schema: Schema, operation: ClientOperation, models: Models): string {
  const type = models.typeOf(schema, ownName(operation, "Body"));
  return componentOf(schema) === null && type.startsWith("Dict") ? type : `Union[${type}, Mapping[str, Any]]`;
}

function methodSource(operation: ClientOperation, models: Models, isAsync: boolean): string {
  const parameters = [...operation.pathParameters, ...operation.query];
  const declared = (one: Parameter) => {
    const type = models.typeOf(one.schema, ownName(operation, one.name));
    return one.isRequired
      ? `${toSnakeCase(one.name)}: ${type}`
      : `${toSnakeCase(one.name)}: Optional[${type}] = None`;
  };
  const takes = [
    "self",
    ...parameters.filter((one) => one.isRequired).map(declared),
    ...(operation.body === null ? [] : [`body: ${bodyType(operation.body, operation, models)}`]),
    ...parameters.filter((one) => !one.isRequired).map(declared),
    ...(operation.takesKey ? ["*, idempotency_key: Optional[str] = None"] : []),
  ];
  const dictLiteral = (these: Parameter[]) =>
    `{${these.map(({ name }) => `${jsonLiteral(name)}: ${toSnakeCase(name)}`).join(", ")}}`;
  const answer =
    operation.answer === null ? "str" : models.typeOf(operation.answer, ownName(operation, "Answer"));
  const args = [
    jsonLiteral(operation.method),
    jsonLiteral(operation.path),
    answer,
    ...(operation.pathParameters.length > 0
      ? [`path_parameters=${dictLiteral(operation.pathParameters)}`]
      : []),
    ...(operation.query.length > 0 ? [`query=${dictLiteral(operation.query)}`] : []),
    ...(operation.body === null ? [] : ["body=body"]),
    ...(operation.needsClientId ? ["needs_client_id=True"] : []),
    ...(operation.isRepeatable ? ["is_repeatable=True"] : []),
    ...(operation.takesKey ? ["idempotency_key=idempotency_key or uuid.uuid4().hex"] : []),
  ];
  const [prefix, wait] = isAsync ? ["async ", "await "] : ["", ""];
  const isPaged = operation.query.some(({ name }) => name === "cursor");
  const returned = isPaged ? answer.replace("List[", "Page[") : answer;
  return `    ${prefix}def ${toSnakeCase(operation.id)}(${takes.join(", ")}) -> ${returned}:
        """${docText(operation.summary)}. ${docText(operation.description)} (\`\`${operation.method} ${operation.path}\`\`)"""
        return cast(${returned}, ${wait}self._call(${args.join(", ")}))
`;
}

function placeOnceSource(isAsync: boolean): string {
  const [prefix, wait] = isAsync ? ["async ", "await "] : ["", ""];
  return `    ${prefix}def place_order_once(self, body: Union[PlaceOrder, Mapping[str, Any]]) -> Union[OrderAnswer, OrderRecord]:
        """Places an order exactly once: after a lost response, it looks for the order by its correlation id before it sends the order again, with the same Idempotency-Key."""
        order = encode(body)
        found = cast(str, order.get("correlationId") or uuid.uuid4().hex[:30])
        order["correlationId"] = found
        key = uuid.uuid4().hex
        return cast(Union[OrderAnswer, OrderRecord], ${wait}self._place_once(
            lambda: self.place_order(order, idempotency_key=key), lambda: self.get_order_by_correlation_id(found)))
`;
}

function streamSource(isAsync: boolean): string {
  return STREAMS.map(({ name, takes, passes, yields, words, isLossy }) => {
    const iterator = isAsync ? "AsyncIterator" : "Iterator";
    const made = `_sockets.${name}(self${passes})`;
    const value = isAsync
      ? made
      : `_sockets.iterate(lambda: ${made}, is_lossy=${isLossy ? "True" : "False"})`;
    return `    def ${name}(self${takes}) -> ${iterator}[${yields}]:
        """${docText(words)}"""
        return cast(${iterator}[${yields}], ${value})
`;
  }).join("\n");
}

/** Returns the source of the module with both clients. */
export function clientSource(contract: Contract, models: Models): string {
  const classSource = (name: string, base: string, isAsync: boolean) =>
    `class ${name}(${base}):
    """${isAsync ? "Async client" : "Client"} of every call and socket. Its connections are kept alive: use it as a context manager, or close it."""

${contract.operations.map((one) => methodSource(one, models, isAsync)).join("\n")}
${placeOnceSource(isAsync)}
${streamSource(isAsync)}`;
  return `"""The clients, generated from the API's contract, version ${contract.version}. Do not edit."""

from __future__ import annotations

import uuid
from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union, cast

from . import _sockets
from ._http import ApiClient, AsyncApiClient, Page
from ._models import encode
from .models import *  # noqa: F403


${classSource("TradingClient", "ApiClient", false)}

${classSource("AsyncTradingClient", "AsyncApiClient", true)}`;
}
