/** The shape check: the import rules, the one-home rules and the rules of the app's styles over the whole tree. Exit 1 on a violation or if too few modules were read. */
import { homeBreaches } from './shape/homes.ts'
import { importBreaches } from './shape/imports.ts'
import { styleBreaches } from './shape/styles.ts'

/** Some versions of dependency-cruiser read nothing and pass; this tree has more modules than this. */
const leastModules = 1_000

const root = new URL('..', import.meta.url).pathname
const imports = await importBreaches(root, ['contract', 'cloud', 'station', 'web', 'e2e', 'bench'])
const homes = await homeBreaches(root)
const styles = await styleBreaches(root)
const found = imports.breaches.length + homes.breaches.length + styles.breaches.length

for (const breach of imports.breaches) console.error(`${breach.rule}: ${breach.from} → ${breach.to}`)
for (const breach of [...homes.breaches, ...styles.breaches])
  console.error(`${breach.rule}: ${breach.file}:${breach.line} ${breach.text}`)
const tooFew = imports.modules < leastModules
if (tooFew) console.error(`Only ${imports.modules} modules were read; at least ${leastModules} are expected.`)
console.log(
  `shape: ${imports.modules} modules, ${homes.files} files and ${styles.files} of the app's styles read, ${found} breaches`,
)
process.exitCode = tooFew || found > 0 ? 1 : 0
