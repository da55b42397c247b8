/** What web/scripts/licences.ts makes when the app is built. text: its place in texts, -1 where the part brought none. */
declare module 'virtual:licences' {
  export const packages: readonly { name: string; version: string; licence: string; text: number }[]
  export const texts: readonly string[]
}
