// A call of the playground as code: with the official clients for TypeScript and Python, and over plain HTTP with curl
// and Go. The code runs unchanged if three environment variables are set.

import { buildPath } from "../contract/trading-api/examples.ts";
import { FAULT_HEADER } from "../contract/trading-api/faults.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { goJson, goString, jsonText, shellArgument } from "../format/literals.ts";
import type { Language } from "./blocks.ts";
import { GO_SEND } from "./go-sample.ts";
import { clientSamples } from "./operation-samples.ts";

export type SampleCall = {
  operation: TradingOperation;
  example: TradingOperation["example"];
  /** Value of the header that requests a simulated fault. */
  fault?: string | null;
};

export function renderSamples(call: SampleCall): Record<Language, string> {
  const { operation, example, fault = null } = call;
  return { ...clientSamples(operation, example, fault), curl: curl(call), go: go(call) };
}

const pathIn = ({ operation, example }: SampleCall) => buildPath(operation.path, example.path, example.query);

const indent = (code: string, by: string) => code.replaceAll("\n", `\n${by}`);

function curl(call: SampleCall): string {
  const { operation, fault } = call;
  const { body } = call.example;
  return [
    `curl -sS -X ${operation.method.toUpperCase()} "$BASE_URL"${shellArgument(pathIn(call))}`,
    '  -H "access-token: $ACCESS_TOKEN"',
    ...(operation.isDataApi ? ['  -H "client-id: $CLIENT_ID"'] : []),
    ...(fault ? [`  -H ${shellArgument(`${FAULT_HEADER}: ${fault}`)}`] : []),
    ...(body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d ${shellArgument(jsonText(body))}`]),
  ].join(" \\\n");
}

function go(call: SampleCall): string {
  const { operation, fault } = call;
  const { body } = call.example;
  const method = operation.method.toUpperCase();
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
	request, err := http.NewRequest(${goString(method)}, os.Getenv("BASE_URL")+${goString(pathIn(call))}, ${indent(reader, "\t")})
	if err != nil {
		panic(err)
	}
	request.Header.Set("access-token", os.Getenv("ACCESS_TOKEN"))${operation.isDataApi ? '\n\trequest.Header.Set("client-id", os.Getenv("CLIENT_ID"))' : ""}${fault ? `\n\trequest.Header.Set(${goString(FAULT_HEADER)}, ${goString(fault)})` : ""}
${GO_SEND}
	fmt.Println(string(text))
}`;
}
