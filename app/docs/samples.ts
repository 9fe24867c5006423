// A call of the playground in four languages, each with standard libraries only. It runs unchanged with three variables
// set.

import { pathOf } from "../contract/trading-api/examples.ts";
import { FAULT_HEADER } from "../contract/trading-api/faults.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import {
  goJson,
  goString,
  jsonText,
  pythonString,
  pythonValue,
  shellArgument,
  typescriptString,
} from "../format/literals.ts";
import type { Language } from "./blocks.ts";

export type SampleCall = {
  method: string;
  /** Path below the base address. */
  path: string;
  body: unknown;
  isData: boolean;
  isCsv: boolean;
  /** Value of the header that requests a fault. */
  fault?: string | null;
};

/** `example` is the operation's, with its placeholders filled. */
export function callOf(operation: TradingOperation, example: TradingOperation["example"]): SampleCall {
  return {
    method: operation.method.toUpperCase(),
    path: pathOf(operation.path, example.path, example.query),
    body: example.body,
    isData: operation.isData === true,
    isCsv: operation.answer === "csv",
  };
}

export function samplesOf(call: SampleCall): Record<Language, string> {
  return { curl: curl(call), python: python(call), typescript: typescript(call), go: go(call) };
}

const indented = (words: string, by: string) => words.replaceAll("\n", `\n${by}`);

function curl({ method, path, body, isData, fault }: SampleCall): string {
  return [
    `curl -sS -X ${shellArgument(method)} "$BASE_URL"${shellArgument(path)}`,
    '  -H "access-token: $ACCESS_TOKEN"',
    ...(isData ? ['  -H "client-id: $CLIENT_ID"'] : []),
    ...(fault ? [`  -H ${shellArgument(`${FAULT_HEADER}: ${fault}`)}`] : []),
    ...(body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d ${shellArgument(jsonText(body))}`]),
  ].join(" \\\n");
}

function python({ method, path, body, isData, isCsv, fault }: SampleCall): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    os.environ["BASE_URL"] + ${pythonString(path)},
    method=${pythonString(method)},
    headers={
        "access-token": os.environ["ACCESS_TOKEN"],${isData ? '\n        "client-id": os.environ["CLIENT_ID"],' : ""}${fault ? `\n        ${pythonString(FAULT_HEADER)}: ${pythonString(fault)},` : ""}
        "Content-Type": "application/json",
    },${body === undefined ? "" : `\n    data=json.dumps(${pythonValue(body, "    ")}).encode(),`}
)
with urllib.request.urlopen(request, timeout=30) as answer:
    print(${isCsv ? "answer.read().decode()" : "json.dumps(json.load(answer), indent=2)"})`;
}

function typescript({ method, path, body, isData, isCsv, fault }: SampleCall): string {
  return `const { BASE_URL = "", ACCESS_TOKEN = ""${isData ? ', CLIENT_ID = ""' : ""} } = process.env;

const answer = await fetch(BASE_URL + ${typescriptString(path)}, {
  method: ${typescriptString(method)},
  headers: {
    "access-token": ACCESS_TOKEN,${isData ? '\n    "client-id": CLIENT_ID,' : ""}${fault ? `\n    ${typescriptString(FAULT_HEADER)}: ${typescriptString(fault)},` : ""}
    "Content-Type": "application/json",
  },${body === undefined ? "" : `\n  body: JSON.stringify(${indented(jsonText(body), "  ")}),`}
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(await answer.text());
console.log(${isCsv ? "await answer.text()" : "JSON.stringify(await answer.json(), null, 2)"});

export {};`;
}

function go({ method, path, body, isData, fault }: SampleCall): string {
  const reader = body === undefined ? "nil" : `strings.NewReader(${goJson(body)})`;
  return `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"${body === undefined ? "" : '\n\t"strings"'}
	"time"
)

func main() {
	request, err := http.NewRequest(${goString(method)}, os.Getenv("BASE_URL")+${goString(path)}, ${indented(reader, "\t")})
	if err != nil {
		panic(err)
	}
	request.Header.Set("access-token", os.Getenv("ACCESS_TOKEN"))${isData ? '\n\trequest.Header.Set("client-id", os.Getenv("CLIENT_ID"))' : ""}${fault ? `\n\trequest.Header.Set(${goString(FAULT_HEADER)}, ${goString(fault)})` : ""}
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		panic(string(text))
	}
	fmt.Println(string(text))
}`;
}
