/** Name and version of the app (spec 1). */
export const appVersion = { version_name: '2.7.0', version_code: 20700 } as const
