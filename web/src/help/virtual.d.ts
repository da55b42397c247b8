/** The module that web/scripts/licences.ts creates at build time. text: index into texts, -1 if the package has no licence text. */
declare module 'virtual:licences' {
  export const packages: readonly { name: string; version: string; licence: string; text: number }[]
  export const texts: readonly string[]
}
