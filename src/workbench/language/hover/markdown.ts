/** Text of a language in Markdown. */
export const code = (language: string, text: string): string => `\`\`\`${language}\n${text.trim()}\n\`\`\``;
