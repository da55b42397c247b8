/** An error whose message is one plain sentence for the operator, with the remedy; the process prints only this and exits with 2. */
export class OperatorError extends Error {}

/** An invalid setting; the message names it. */
export class SettingError extends OperatorError {}

/** A text that an operator gave for people to read, without the blanks around it. name: as the operator wrote it. */
export function operatorLine(name: string, text: string, max: number): string {
  const trimmed = text.trim()
  if (trimmed === '' || [...trimmed].length > max || /\p{Cc}/u.test(trimmed))
    throw new OperatorError(`${name} must be one line of 1 to ${max} characters.`)
  return trimmed
}
