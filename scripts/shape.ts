/** The shape check: the import rules and the one-home rules over the whole tree. Exit 1 on a violation or if too few modules were read. */
import { homeBreaches } from './shape/homes.ts'
import { importBreaches } from './shape/imports.ts'

/** Some versions of dependency-cruiser read nothing and pass; this tree has more modules than this. */
const leastModules = 1_000

const root = new URL('..', import.meta.url).pathname
const imports = await importBreaches(root, ['contract', 'cloud', 'station', 'web', 'e2e', 'bench'])
const homes = await homeBreaches(root)

for (const breach of imports.breaches) console.error(`${breach.rule}: ${breach.from} → ${breach.to}`)
for (const breach of homes.breaches) console.error(`${breach.rule}: ${breach.file}:${breach.line} ${breach.text}`)
const tooFew = imports.modules < leastModules
if (tooFew) console.error(`Only ${imports.modules} modules were read; at least ${leastModules} are expected.`)
console.log(
  `shape: ${imports.modules} modules, ${homes.files} files read, ${imports.breaches.length + homes.breaches.length} breaches`,
)
process.exitCode = tooFew || imports.breaches.length + homes.breaches.length > 0 ? 1 : 0
