/** What stands for a name where there is no picture: its first letter as people see it, a flag or a letter with its marks whole. */

/** '' for an empty name. A TV browser of before 2020 has no segmenter, and cuts by code points. */
export function firstLetter(name: string): string {
  const [first] = 'Segmenter' in Intl ? new Intl.Segmenter('und').segment(name) : []
  return (first?.segment ?? [...name][0] ?? '').toUpperCase()
}
