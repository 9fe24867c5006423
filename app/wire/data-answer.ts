// A loader's answer that can give its data as they are, besides as JSON (http/with-headers.ts makes it, the page renderer takes it).

export type DataAnswer<Data = unknown> = Response & { data: Data };
