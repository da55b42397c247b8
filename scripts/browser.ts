/** Finds the Chromium of the tests: the one that CHROMIUM names, Debian's headless shell (a quarter less CPU load), or Debian's full Chromium. */
import { existsSync } from 'node:fs'

/** Debian's package that `npm test` installs if there is none. */
export const browserPackage = 'chromium-headless-shell'
export const browser = [process.env.CHROMIUM, `/usr/bin/${browserPackage}`, '/usr/bin/chromium'].find(
  (program) => program !== undefined && existsSync(program),
)
