/** Reads the imports of a tree with dependency-cruiser and reports every violation of the rules. */
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import { rules } from './rules.ts'

export type Breach = { rule: string; from: string; to: string }

/** folder: the root of a tree with the repository's layout; at least one of `parts` must exist in it. */
export async function importBreaches(folder: string, parts: string[]): Promise<{ modules: number; breaches: Breach[] }> {
  const result: IReporterOutput = await cruise(
    parts,
    {
      baseDir: folder,
      ruleSet: { forbidden: rules },
      validate: true,
      outputType: 'json',
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^web/dist/' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    },
    { extensions: ['.ts', '.tsx', '.js', '.json', '.css'] },
  )
  const { modules, summary } = parse(result.output)
  const own = modules.filter((module) => parts.some((part) => module.source.startsWith(`${part}/`)))
  return { modules: own.length, breaches: summary.violations.map((one) => ({ rule: one.rule.name, from: one.from, to: one.to })) }
}

type Cruised = {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

function parse(output: IReporterOutput['output']): Cruised {
  if (typeof output !== 'string') throw new Error('The reader answered no JSON text.')
  const parsed: Cruised = JSON.parse(output)
  return parsed
}
