/** The import rules of the house (docs/architecture.md), as dependency-cruiser reads them. */
import type { IForbiddenRuleType } from 'dependency-cruiser'

const tests = ['[.]test[.]tsx?$', '[.]spec[.]ts$', '/test-[a-z-]+[.]ts$']
/** Folders of a program that are no features. */
const floors = 'app/|kit/|pages/|platform/|ui/|screen/'

export const rules: IForbiddenRuleType[] = [
  {
    name: 'contract-imports-zod-only',
    severity: 'error',
    from: { path: '^contract/src/', pathNot: tests },
    to: { pathNot: '^contract/src/|(^|/)node_modules/zod/' },
  },
  {
    name: 'contract-features-meet-in-kit-and-shape-only',
    severity: 'error',
    from: { path: '^contract/src/[^/]+[.]ts$', pathNot: ['^contract/src/all[.]ts$', ...tests] },
    to: { path: '^contract/src/[^/]+[.]ts$' },
  },
  {
    name: 'contract-kit-and-shape-know-no-feature',
    severity: 'error',
    from: { path: '^contract/src/(kit|shape)/', pathNot: tests },
    to: { path: '^contract/src/[^/]+[.]ts$' },
  },
  {
    name: 'programs-never-import-each-other',
    severity: 'error',
    from: { path: '^(cloud|station|web)/' },
    to: { path: '^(cloud|station|web|e2e|bench|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'e2e-and-bench-import-starts-only',
    severity: 'error',
    from: { path: '^(e2e|bench)/' },
    to: { path: '^(cloud|station|web)/', pathNot: '^(cloud|station)/src/app/(start|config|programs)[.]ts$' },
  },
  {
    name: 'browser-never-imports-the-table',
    severity: 'error',
    from: { path: '^web/src/', pathNot: tests },
    to: { path: '^contract/src/all[.]ts$' },
  },
  {
    name: 'kit-is-the-lowest-floor',
    severity: 'error',
    from: { path: '^(cloud|station|web)/src/(kit|platform|ui)/', pathNot: tests },
    to: { path: '^(cloud|station|web)/src/', pathNot: '^(cloud|station|web)/src/(kit|platform|ui)/' },
  },
  {
    name: 'nobody-imports-app',
    severity: 'error',
    from: { path: '^(cloud|station|web)/src/(?!app/)', pathNot: tests },
    to: { path: '^(cloud|station|web)/src/app/' },
  },
  {
    name: 'nobody-imports-pages',
    severity: 'error',
    from: { path: '^web/src/(?!app/)', pathNot: tests },
    to: { path: '^web/src/pages/' },
  },
  {
    name: 'features-never-meet',
    severity: 'error',
    from: { path: `^(cloud|station|web)/src/(?!${floors})([^/]+)/`, pathNot: tests },
    to: { path: `^(cloud|station|web)/src/(?!${floors})[^/]+/`, pathNot: '^$1/src/$2/' },
  },
  {
    name: 'sql-lives-in-stores',
    severity: 'error',
    from: {
      path: '^(cloud|station)/src/',
      pathNot: ['[/.]store[.]ts$', '/kit/db/', '/kit/(db|events|inbox|mirror)[.]ts$', ...tests],
    },
    to: { path: ['(^|/)node_modules/kysely/', '^kysely$', '^node:sqlite$', '^sqlite$'] },
  },
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
]
