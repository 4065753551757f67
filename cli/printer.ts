/** Prints what a command has to say: a value as JSON, or the lines for a person. */
export function printer({ json }: { json?: boolean }): (value: object, lines: readonly string[]) => void {
  return (value, lines) => {
    process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
  }
}
