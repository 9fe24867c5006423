// The sample of an operation in Go, which uses only the standard library.
import { buildPath } from "../contract/trading-api/examples.ts";
import { goJson, goString } from "../format/literals.ts";
import { isPrice, type PlannedCall, VALUE_NAMES } from "./sample-plan.ts";

/** Go code that sends `request` and reads the response into `text`. */
export const GO_SEND = `	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		panic(string(text))
	}`;
const CALL = `func call(method, path, body string) []byte {
	request, err := http.NewRequest(method, os.Getenv("BASE_URL")+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("access-token", os.Getenv("ACCESS_TOKEN"))
	request.Header.Set("client-id", os.Getenv("CLIENT_ID"))
${GO_SEND}
	return text
}`;
/** Go function that extracts the value after a key, or the first value of a list. */
const VALUE = `func value(answer []byte, key string) string {
	found := regexp.MustCompile(\`"\` + key + \`":\\[?"?([\\w-]+)\`).FindSubmatch(answer)
	return string(found[1])
}`;
const PERCENT = `func percent(value string, of int) string {
	rupees, _ := strconv.Atoi(value)
	return strconv.Itoa(rupees * of / 100)
}`;

export function goProgram(plan: readonly PlannedCall[]): string {
  const needed = JSON.stringify(plan.map(({ example }) => example));
  const steps = plan.slice(0, -1).flatMap((call) => {
    const values = call.values.filter(({ name }) => needed.includes(`"{${name}}"`));
    if (values.length === 0) return [`\t${goCall(call)}`];
    return [
      `\t${call.answer} := ${goCall(call)}`,
      ...values.map(({ name, pointer, percent }) => {
        const key = pointer.filter((one) => typeof one === "string").at(-1) ?? "";
        const read = `value(${call.answer}, ${goString(String(key))})`;
        return `\t${name} := ${percent === null ? read : `percent(${read}, ${percent})`}`;
      }),
    ];
  });
  const last = plan.at(-1);
  if (last === undefined) throw new Error("a sample without a call");
  const hasValues = steps.some((line) => line.includes("value("));
  const hasPercent = steps.some((line) => line.includes("percent("));
  const imports = [
    "fmt",
    "io",
    "net/http",
    "os",
    ...(hasValues ? ["regexp"] : []),
    ...(hasPercent ? ["strconv"] : []),
    "strings",
    "time",
  ];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
${[...steps, `\tfmt.Println(string(${goCall(last)}))`].join("\n")}
}

${[CALL, ...(hasValues ? [VALUE] : []), ...(hasPercent ? [PERCENT] : [])].join("\n\n")}`;
}

function goCall({ operation, example }: PlannedCall): string {
  const path = goString(buildPath(operation.path, example.path, example.query)).replaceAll(
    /%7B(\w+)%7D/g,
    '" + $1 + "',
  );
  const body =
    example.body === undefined
      ? '""'
      : goJson(example.body)
          .replaceAll("\n", "\n\t")
          .replaceAll(/"\{(\w+)\}"/g, (place, name: string) => {
            if (!VALUE_NAMES.includes(name)) return place;
            return isPrice(name) ? `\` + ${name} + \`` : `"\` + ${name} + \`"`;
          });
  return `call(${goString(operation.method.toUpperCase())}, ${path.replaceAll(' + ""', "")}, ${body})`;
}
