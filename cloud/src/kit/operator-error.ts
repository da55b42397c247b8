/** An error whose message is one plain sentence for the operator, with the remedy; the process prints only this and exits with 2. */
export class OperatorError extends Error {}

/** An invalid setting; the message names it. */
export class SettingError extends OperatorError {}
