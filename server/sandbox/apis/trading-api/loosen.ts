// Takes what clients really send: numbers as text, ids as numbers, empty text and null for what is left out. What comes out is looked at
// by the operation's schema.
import type { z } from "zod";

type Def = {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  values?: unknown[];
};

export function loosen(schema: z.ZodType, value: unknown): unknown {
  const def = schema.def as unknown as Def;
  if (value === null || value === "") return undefined;
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
    case "readonly":
      return def.innerType === undefined ? value : loosen(def.innerType, value);
    case "object": {
      if (typeof value !== "object" || Array.isArray(value)) return value;
      const shape = def.shape ?? {};
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, one]) => {
          const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
          const loose = known === undefined ? one : loosen(known, one);
          return loose === undefined ? [] : [[name, loose]];
        }),
      );
    }
    case "array":
      return Array.isArray(value) && def.element !== undefined
        ? value.map((one) => loosen(def.element as z.ZodType, one))
        : value;
    case "number":
      return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    case "string":
      return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : value;
    case "union":
      // Numbers to choose from may come as text.
      return typeof value === "string" &&
        /^\d+$/.test(value) &&
        def.options?.every((option) => typeof (option.def as unknown as Def).values?.[0] === "number")
        ? Number(value)
        : value;
    default:
      return value;
  }
}
