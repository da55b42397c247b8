/** How many loudspeakers a sound track is for: '5.1'; one without a low-frequency channel '4.0'. */
export function soundLayout(channels: number): string {
  return withLowFrequency[channels] ?? `${channels}.0`
}

const withLowFrequency: Readonly<Record<number, string>> = { 6: '5.1', 7: '6.1', 8: '7.1' }
