// Matches text without control characters, such as a name on one line.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
export const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
