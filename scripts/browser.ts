/** The Chromium of the tests: the one that CHROMIUM names, Debian's without a window (a quarter less work for the machine), or Debian's whole one. */
import { existsSync } from 'node:fs'

/** Debian's package that `npm test` installs where there is none. */
export const browserPackage = 'chromium-headless-shell'
export const browser = [process.env.CHROMIUM, `/usr/bin/${browserPackage}`, '/usr/bin/chromium'].find(
  (program) => program !== undefined && existsSync(program),
)
