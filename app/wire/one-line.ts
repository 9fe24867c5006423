// Text of one line: what a name may hold, whoever types it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it must find
export const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
