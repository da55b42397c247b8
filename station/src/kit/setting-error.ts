/** A setting or environment with which the station cannot start, in one plain sentence with the remedy. */
export class SettingError extends Error {}
