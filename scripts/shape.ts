/** The shape check: the import rules, the one-home rules, the rules on functions, comments and folders and those of the app's styles over the whole tree. Exit 1 on a violation or if too few modules were read. */
import { folderBreaches } from './shape/folders.ts'
import { homeBreaches } from './shape/homes.ts'
import { importBreaches } from './shape/imports.ts'
import { sourceBreaches } from './shape/sources.ts'
import { styleBreaches } from './shape/styles.ts'

/** Some versions of dependency-cruiser read nothing and pass; this tree has more modules than this. */
const leastModules = 1_450

const root = new URL('..', import.meta.url).pathname
const imports = await importBreaches(root, ['contract', 'cloud', 'station', 'web', 'mini', 'e2e', 'bench', 'testing'])
const homes = await homeBreaches(root)
const sources = await sourceBreaches(root)
const styles = await styleBreaches(root)
const texts = [...homes.breaches, ...sources.breaches, ...styles.breaches, ...(await folderBreaches(root))]

for (const breach of imports.breaches) console.error(`${breach.rule}: ${breach.from} → ${breach.to}`)
for (const breach of texts) console.error(`${breach.rule}: ${breach.file}:${breach.line} ${breach.text}`)
const tooFew = imports.modules < leastModules
if (tooFew) console.error(`Only ${imports.modules} modules were read; at least ${leastModules} are expected.`)
const breaches = imports.breaches.length + texts.length
console.log(
  `shape: ${imports.modules} modules, ${sources.files} files and ${styles.files} of the app's styles read, ${breaches} breaches`,
)
process.exitCode = tooFew || breaches > 0 ? 1 : 0
