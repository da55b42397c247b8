/** Finds mpv, and the display of this machine on which it shows films. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** args: besides those that the box needs. */
export type MpvProgram = { path: string; args: readonly string[]; env: Record<string, string> }

/** A film needs no secret of the box. */
const passed = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'DBUS_SESSION_BUS_ADDRESS',
  'PULSE_SERVER',
  'PULSE_COOKIE',
  'PIPEWIRE_REMOTE',
  'HOME',
  'LANG',
]

/** undefined if there is no mpv, or no X or Wayland display of a Linux. */
export function findMpv(searchPath: string, env: Readonly<Record<string, string | undefined>>): MpvProgram | undefined {
  if (process.platform !== 'linux' || (!env.DISPLAY && !env.WAYLAND_DISPLAY)) return undefined
  const path = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'mpv'))
    .find((one) => existsSync(one))
  if (path === undefined) return undefined
  const given = passed.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []))
  return { path, args: [], env: { PATH: searchPath, ...Object.fromEntries(given) } }
}
