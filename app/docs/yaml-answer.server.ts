// Returns a machine-readable document as a YAML response.
import { stringify } from "yaml";

export function yamlAnswer(document: unknown): Response {
  // YAML anchors for repeated content are disabled, because some tools do not support them.
  const text = stringify(JSON.parse(JSON.stringify(document)), {
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
  return new Response(text, {
    headers: {
      "Content-Type": "application/yaml; charset=utf-8",
      "Cache-Control": "public, max-age=0, s-maxage=600",
    },
  });
}
