/** An error whose message is one plain sentence for the operator, with the remedy; the process prints it alone and exits 2. */
export class OperatorError extends Error {}

/** A setting that cannot be used; the sentence names it. */
export class SettingError extends OperatorError {}
