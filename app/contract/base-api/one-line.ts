// Matches one line of text, such as a name.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
export const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
