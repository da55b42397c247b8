/** A setting or a surrounding that the box cannot start with, in one plain sentence that names it and the remedy. */
export class SettingError extends Error {}
