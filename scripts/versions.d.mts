export function openVersions(places: { dataFolder: string; installed: string }): {
  root(): string
  enter(version: string): void
  prove(): void
  goBack(fault: 'no_start' | 'no_answer'): void
  has(version: string): boolean
  isUnproven(): boolean
}
