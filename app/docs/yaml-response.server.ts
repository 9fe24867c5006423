// Returns a machine-readable document as a YAML response.
import { stringify } from "yaml";
import { sharedFile } from "../http/shared-file.ts";

export function yamlResponse(document: unknown): Response {
  // YAML anchors for repeated content are disabled, because some tools do not support them.
  const text = stringify(JSON.parse(JSON.stringify(document)), {
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
  return sharedFile(text, "application/yaml");
}
