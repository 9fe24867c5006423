// Generates the models of the Python client: a dataclass for each JSON object of the contract, and a TypedDict for each
// socket message.
import {
  DEPTH_ROW,
  type Fields,
  FULL_LEVEL,
  MARKET_PACKETS,
} from "../../../app/contract/trading-api/packets.ts";
import { type Contract, componentOf, type Schema } from "../contract.ts";

export const jsonLiteral = (value: unknown): string => JSON.stringify(value);
export const docText = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll('"""', "'''");
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const KEYWORDS = new Set(["from", "class", "def", "import", "in", "is", "not", "pass", "return", "global"]);

/** Converts a field name of the API to Python's naming style. */
export function toSnakeCase(name: string): string {
  const made = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  return KEYWORDS.has(made) ? `${made}_` : made;
}

/** True for an object with fixed field names. Other objects are mappings, such as instruments by segment. */
export function isModel({ properties }: Schema): boolean {
  const names = Object.keys(properties ?? {});
  return names.length > 0 && names.every((name) => !/^[A-Z]+(?:_|$)/.test(name));
}

/**
 * Collects the classes of a module. Objects that are not components get a class whose name is built from their path.
 */
export class Models {
  readonly #schemas: Record<string, Schema>;
  readonly #classes = new Map<string, string>();
  readonly #aliases: string[] = [];

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas))
      if (isModel(schema)) this.#addClass(name, schema);
      else this.#aliases.push(`${name} = ${this.typeOf(schema, name)}`);
  }

  /** Returns the Python type of a schema. `name` is the class name of an object that is not a component. */
  typeOf(schema: Schema, name: string): string {
    const component = componentOf(schema);
    if (component !== null) return component;
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined)
      return `Union[${either.map((one, nth) => this.typeOf(one, `${name}${nth + 1}`)).join(", ")}]`;
    if (schema.const !== undefined) return `Literal[${jsonLiteral(schema.const)}]`;
    if (schema.enum !== undefined)
      return `Literal[${schema.enum.map((one) => (one === null ? "None" : jsonLiteral(one))).join(", ")}]`;
    if (Array.isArray(schema.type))
      return `Union[${schema.type.map((one) => this.typeOf({ ...schema, type: one }, name)).join(", ")}]`;
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
        return `List[${schema.items === undefined ? "Any" : this.typeOf(schema.items, `${name}Item`)}]`;
      case "object":
        return this.#objectType(schema, name);
      default:
        return "Any";
    }
  }

  /** Returns the source of all classes, followed by the type aliases that refer to them. */
  source(): string {
    return [...this.#classes.values(), this.#aliases.join("\n")].join("\n\n");
  }

  #objectType(schema: Schema, name: string): string {
    if (isModel(schema)) {
      if (!this.#classes.has(name)) this.#addClass(name, schema);
      return name;
    }
    return typeof schema.additionalProperties === "object"
      ? `Dict[str, ${this.typeOf(schema.additionalProperties, `${name}Value`)}]`
      : "Dict[str, Any]";
  }

  #addClass(name: string, schema: Schema): void {
    // Reserves the name before the fields are generated, so that no nested object gets the same name.
    this.#classes.set(name, "");
    const { description = "", properties = {}, required = [] } = schema;
    const names = new Set<string>();
    const lines = Object.entries(properties).map(([wire, field]) => {
      // Adds an underscore if another spelling of the field already has this Python name.
      const attribute = names.has(toSnakeCase(wire)) ? `${toSnakeCase(wire)}_` : toSnakeCase(wire);
      names.add(attribute);
      const type = this.typeOf(field, `${name}${capital(wire)}`);
      const about = field.description ?? this.#schemas[componentOf(field) ?? ""]?.description ?? "";
      const isRequired = required.includes(wire);
      const declared = isRequired
        ? `    ${attribute}: ${type} = wire(${jsonLiteral(wire)})`
        : `    ${attribute}: Optional[${type}] = wire(${jsonLiteral(wire)}, default=None)`;
      return { isRequired, text: about === "" ? declared : `${declared}\n    """${docText(about)}."""` };
    });
    const ordered = [
      ...lines.filter(({ isRequired }) => isRequired),
      ...lines.filter(({ isRequired }) => !isRequired),
    ].map(({ text }) => text);
    const head = description === "" ? [] : [`    """${docText(description)}."""\n`];
    this.#classes.set(name, ["@dataclass", `class ${name}(Model):`, ...head, ...ordered, ""].join("\n"));
  }
}

/** Returns the source of the socket messages as TypedDicts, which `kind` distinguishes. */
export function streamTypes(contract: Contract): string {
  const dict = (name: string, fields: Record<string, string>) =>
    `${name} = TypedDict(${jsonLiteral(name)}, {${Object.entries(fields)
      .map(([field, type]) => `${jsonLiteral(field)}: ${type}`)
      .join(", ")}})`;
  const numbers = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, [type]]) => [name, type.startsWith("f") ? "float" : "int"]),
    );
  const where = { exchangeSegment: "str", securityId: "str" };
  const kinds = Object.entries(MARKET_PACKETS).map(([kind, { fields }]) => ({
    name: `${capital(kind)}Packet`,
    fields: {
      kind: `Literal[${jsonLiteral(kind)}]`,
      ...where,
      ...numbers(fields),
      ...(kind === "full" ? { levels: "List[FullLevel]" } : {}),
    },
  }));
  const plain = new Models({});
  const update = Object.fromEntries(
    Object.entries(contract.orderUpdate.properties ?? {}).map(([name, schema]) => [
      name,
      plain.typeOf(schema, name),
    ]),
  );
  return [
    dict("Connected", { kind: 'Literal["connected"]', isReconnect: "bool" }),
    dict("OrderUpdate", update),
    dict("OrderEvent", { kind: 'Literal["order"]', order: "OrderUpdate" }),
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
