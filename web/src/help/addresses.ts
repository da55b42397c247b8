/** The path of each legal document: one page, chosen by its query. */
export function paperAddress(page: 'terms' | 'privacy' | 'licences'): string {
  return `/pages/main/web_view/index?page=${page}`
}
