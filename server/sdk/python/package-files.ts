// The Python client as a wheel: one typed module made of the contract's schemas as TypedDicts, one method for each operation, and the
// hand-written half (runtime.py) with the API's own packet layouts.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import {
  DEPTH_CODES,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  type Fields,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
} from "../../../app/contract/trading-api/packets.ts";
import {
  type ClientOperation,
  type Contract,
  componentOf,
  type Parameter,
  type Schema,
} from "../contract.ts";

const DISTRIBUTION = "trading_api_client";
const MODULE = "trading_api_client";
/** Zip knows no time before 1980; with one fixed time the same contract makes the same bytes. */
const MADE_AT = new Date(1980, 0, 2);

/** Writes the module's folder into `folder` and the wheel into `into`. */
export function writePythonPackage(contract: Contract, folder: string, into: string): void {
  const files: Record<string, string> = {
    [`${MODULE}/__init__.py`]: moduleSource(contract),
    [`${MODULE}/py.typed`]: "",
  };
  const info = `${DISTRIBUTION}-${contract.version}.dist-info`;
  const wheel: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${DISTRIBUTION.replaceAll("_", "-")}\nVersion: ${contract.version}\nSummary: Client of the trading and data API\nRequires-Python: >=3.9\nRequires-Dist: websockets>=15\n`,
    [`${info}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: trading-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  const record = Object.entries(wheel).map(
    ([name, text]) =>
      `${name},sha256=${createHash("sha256").update(text).digest("base64url")},${Buffer.byteLength(text)}`,
  );
  wheel[`${info}/RECORD`] = `${[...record, `${info}/RECORD,,`].join("\n")}\n`;
  const zipped = zipSync(
    Object.fromEntries(Object.entries(wheel).map(([name, text]) => [name, strToU8(text)])),
    { mtime: MADE_AT },
  );
  mkdirSync(join(folder, MODULE), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, `${DISTRIBUTION}-${contract.version}-py3-none-any.whl`), zipped);
}

const literal = (value: unknown): string => JSON.stringify(value);
const python = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\btrue\b/g, "True")
    .replaceAll(/\bnull\b/g, "None");
const words = (text: string) =>
  text.replaceAll(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll('"""', "'''");
const snake = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();

function typeOf(schema: Schema): string {
  const component = componentOf(schema);
  if (component !== null) return literal(component);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return `Union[${either.map(typeOf).join(", ")}]`;
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined)
    return `Literal[${schema.enum.map((one) => (one === null ? "None" : literal(one))).join(", ")}]`;
  if (Array.isArray(schema.type))
    return `Union[${schema.type.map((one) => typeOf({ ...schema, type: one })).join(", ")}]`;
  switch (schema.type) {
    case "string":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "array":
      return `List[${schema.items === undefined ? "Any" : typeOf(schema.items)}]`;
    case "object":
      return typeof schema.additionalProperties === "object"
        ? `Dict[str, ${typeOf(schema.additionalProperties)}]`
        : "Dict[str, Any]";
    default:
      return "Any";
  }
}

/** Keys that may be left out are in a class of their own, as Python before 3.11 writes them. */
function componentSource(name: string, schema: Schema): string {
  if (schema.properties === undefined) return `${name} = ${typeOf(schema)}`;
  const fields = Object.entries(schema.properties);
  const isRequired = (field: string) => schema.required?.includes(field) === true;
  const dict = (own: string, chosen: typeof fields) =>
    `TypedDict(${literal(own)}, {${chosen.map(([field, type]) => `${literal(field)}: ${typeOf(type)}`).join(", ")}}`;
  const needed = fields.filter(([field]) => isRequired(field));
  const optional = fields.filter(([field]) => !isRequired(field));
  if (optional.length === 0) return `${name} = ${dict(name, needed)})`;
  if (needed.length === 0) return `${name} = ${dict(name, optional)}, total=False)`;
  return `_${name}Needed = ${dict(`_${name}Needed`, needed)})
_${name}Optional = ${dict(`_${name}Optional`, optional)}, total=False)


class ${name}(_${name}Needed, _${name}Optional):
    pass
`;
}

function methodSource(operation: ClientOperation): string {
  const parameters = [...operation.pathParameters, ...operation.query];
  const ordered = [
    ...parameters.filter((one) => one.isRequired),
    ...parameters.filter((one) => !one.isRequired),
  ];
  const own = (one: Parameter) =>
    one.isRequired
      ? `${snake(one.name)}: ${typeOf(one.schema)}`
      : `${snake(one.name)}: Optional[${typeOf(one.schema)}] = None`;
  const body = operation.body === null ? [] : [`body: ${typeOf(operation.body)}`];
  const given = (these: Parameter[]) =>
    `{${these.map(({ name }) => `${literal(name)}: ${snake(name)}`).join(", ")}}`;
  const answer = operation.answer === null ? "str" : typeOf(operation.answer);
  const args = [
    literal(operation.method),
    literal(operation.path),
    ...(operation.pathParameters.length > 0 ? [`path_parameters=${given(operation.pathParameters)}`] : []),
    ...(operation.query.length > 0 ? [`query=${given(operation.query)}`] : []),
    ...(operation.body === null ? [] : ["body=body"]),
    ...(operation.needsClientId ? ["needs_client_id=True"] : []),
    ...(operation.isRepeatable ? ["is_repeatable=True"] : []),
  ];
  return `    def ${snake(operation.id)}(${["self", ...body, ...ordered.map(own)].join(", ")}) -> ${answer}:
        """${words(operation.summary)}. ${words(operation.description)} (\`\`${operation.method} ${operation.path}\`\`)"""
        return cast(${answer}, self._call(${args.join(", ")}))
`;
}

function layouts(): string {
  const packets = Object.entries(MARKET_PACKETS).map(
    ([kind, { code, bytes, fields }]) => `${code}: ${python({ kind, bytes, fields })}`,
  );
  return `_MARKET: Any = {"headerBytes": ${MARKET_HEADER_BYTES}, "header": ${python(MARKET_HEADER)}, "level": ${python(FULL_LEVEL)}, "levels": ${FULL_LEVELS}, "levelsOffset": ${FULL_LEVELS_OFFSET}, "levelBytes": ${FULL_LEVEL_BYTES}, "packets": {${packets.join(", ")}}}
_DEPTH: Any = {"headerBytes": ${DEPTH_HEADER_BYTES}, "header": ${python(DEPTH_HEADER)}, "row": ${python(DEPTH_ROW)}, "rowBytes": ${DEPTH_ROW_BYTES}, "kinds": {${Object.entries(
    DEPTH_CODES,
  )
    .map(([kind, code]) => `${code}: ${literal(kind)}`)
    .join(", ")}}}`;
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What the sockets yield, as TypedDicts that differ by `kind`. */
function packetTypes(contract: Contract): string {
  const dict = (name: string, fields: Record<string, string>) =>
    `${name} = TypedDict(${literal(name)}, {${Object.entries(fields)
      .map(([field, type]) => `${literal(field)}: ${type}`)
      .join(", ")}})`;
  const numbers = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, [type]]) => [name, type.startsWith("f") ? "float" : "int"]),
    );
  const where = { exchangeSegment: "str", securityId: "str" };
  const kinds = Object.entries(MARKET_PACKETS).map(([kind, { fields }]) => ({
    name: `${capital(kind)}Packet`,
    fields: {
      kind: `Literal[${literal(kind)}]`,
      ...where,
      ...numbers(fields),
      ...(kind === "full" ? { levels: "List[FullLevel]" } : {}),
    },
  }));
  return [
    dict("Connected", { kind: 'Literal["connected"]', isReconnect: "bool" }),
    componentSource("OrderUpdate", contract.orderUpdate),
    dict("OrderEvent", { kind: 'Literal["order"]', order: '"OrderUpdate"' }),
    dict("FullLevel", numbers(FULL_LEVEL)),
    ...kinds.map(({ name, fields }) => dict(name, fields)),
    `MarketPacket = Union[${kinds.map(({ name }) => name).join(", ")}]`,
    dict("DepthRow", numbers(DEPTH_ROW)),
    dict("DepthLevels", {
      kind: 'Literal["bid", "ask"]',
      ...where,
      sequence: "int",
      rows: "List[DepthRow]",
    }),
    "DepthPacket = Union[DepthLevels, DisconnectPacket]",
  ].join("\n");
}

function moduleSource(contract: Contract): string {
  const runtime = readFileSync(join(import.meta.dirname, "runtime.py"), "utf8");
  // A class is made of classes that stand before it; a quoted name may come later.
  const schemas = Object.entries(contract.schemas).map(([name, schema]) => componentSource(name, schema));
  return `${runtime}

API_VERSION = ${literal(contract.version)}
${layouts()}

${schemas.join("\n")}
${packetTypes(contract)}


class TradingClient(_ApiClient):
    """The trading and data API, version ${contract.version}."""

${contract.operations.map(methodSource).join("\n")}
    def place_order_once(self, body: "PlaceOrder") -> Union["OrderAnswer", "OrderRecord"]:
        """Places an order exactly once: after a lost answer it looks for the order by its correlation id before it sends again."""
        order = cast("PlaceOrder", {"correlationId": uuid.uuid4().hex[:30], **body})
        for attempt in range(self._max_retries + 1):
            try:
                return self.place_order(order)
            except TradingApiError as fault:
                if not fault.is_outcome_unknown or attempt == self._max_retries:
                    raise
                time.sleep(0.5 * (attempt + 1))
                try:
                    return self.get_order_by_correlation_id(correlation_id=str(order["correlationId"]))
                except TradingApiError as unknown:
                    if unknown.code != _NO_SUCH_ORDER:
                        raise fault from None
        raise AssertionError("the last attempt returns or raises")

    def order_updates(self) -> Iterator[Union[Connected, OrderEvent]]:
        """Every change of one's own orders: \`\`{"kind": "order", "order": …}\`\`. After \`\`connected\`\` with \`\`isReconnect\`\` read the orders once."""
        def begin(socket: Any) -> None:
            login = {"MsgCode": 42, "ClientId": self.client_id(), "Token": self._token()}
            socket.send(json.dumps({"LoginReq": login, "UserType": "SELF"}))

        def read(message: Any) -> List[Dict[str, Any]]:
            told = json.loads(message)
            return [{"kind": "order", "order": told["Data"]}] if told.get("Type") == "order_alert" else []

        return cast(Iterator[Union[Connected, OrderEvent]], _stream(lambda: self._order_update_url, begin, read))

    def market_feed(self, kind: Literal["ticker", "quote", "full"], instruments: Sequence[Tuple[str, str]]) -> Iterator[Union[Connected, MarketPacket]]:
        """Prices of instruments, each a segment and a security id, as packets. At most 5,000 instruments a connection."""
        return cast(Iterator[Union[Connected, MarketPacket]], _stream(
            lambda: self._socket_url(self._market_feed_url, version="2"),
            lambda socket: _ask(socket, _SUBSCRIBE[kind], instruments), read_market_message))

    def depth_feed(self, instruments: Sequence[Tuple[str, str]]) -> Iterator[Union[Connected, DepthPacket]]:
        """Twenty levels of market depth, bids and asks as two packets. At most 50 instruments a connection."""
        return cast(Iterator[Union[Connected, DepthPacket]], _stream(
            lambda: self._socket_url(self._depth_url),
            lambda socket: _ask(socket, _SUBSCRIBE_DEPTH, instruments), read_depth_message))

    def full_depth_feed(self, exchange_segment: str, security_id: str) -> Iterator[Union[Connected, DepthPacket]]:
        """Up to two hundred levels of one instrument's market depth, over a connection of its own."""
        ask = json.dumps({"RequestCode": _SUBSCRIBE_DEPTH, "ExchangeSegment": exchange_segment, "SecurityId": security_id})
        return cast(Iterator[Union[Connected, DepthPacket]], _stream(
            lambda: self._socket_url(self._full_depth_url), lambda socket: socket.send(ask), read_depth_message))
`;
}
