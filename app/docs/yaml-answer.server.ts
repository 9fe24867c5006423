// A document for machines as a YAML response.
import { stringify } from "yaml";

export function yamlAnswer(document: unknown): Response {
  // References between equal parts are written out: some tools do not read anchors.
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
