/** The quality that a name claims, and the one that a picture has. */

/** The best first. */
export const qualities = ['4K', '1080p', '720p', 'SD'] as const

/** '4K', '1080p', '720p', 'SD'; '' while the size is unknown. */
export function qualityOf(width: number | null, height: number | null): string {
  if (width === null || height === null || width * height === 0) return ''
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (long >= 3200 || short >= 1800) return '4K'
  if (long >= 1800 || short >= 1000) return '1080p'
  if (long >= 1200 || short >= 700) return '720p'
  return 'SD'
}

export function qualityIn(text: string): string {
  if (/(?<!\d)1080[pi]/i.test(text) && !/(?<!\d)2160[pi]?/i.test(text)) return '1080p'
  if (/(?<!\d)2160[pi]?(?!\d)|(?<![a-z\d])(?:4k|uhd|hd4k)(?![a-z\d])/i.test(text)) return '4K'
  if (/(?<!\d)(?:1080|1008p)(?!\d)/i.test(text)) return '1080p'
  if (/(?<!\d)720[pi]?(?!\d|\s?[x×])/i.test(text)) return '720p'
  const size = /(?<!\d)(\d{3,4})\s?[x×]\s?(\d{3,4})(?!\d)/i.exec(text)
  if (size) return qualityOf(Number(size[1]), Number(size[2]))
  if (/(?:HD|BD)1280/i.test(text)) return '720p'
  return /(?<!\d)(?:576|540|480|360)[pi]|SDTV|sd tv|minisd|1024高清/i.test(text) ? 'SD' : ''
}
