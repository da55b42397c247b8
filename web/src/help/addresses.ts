/** Where each paper is read: one page, which one by its address. */
export function paperAddress(page: 'terms' | 'privacy' | 'licences'): string {
  return `/pages/main/web_view/index?page=${page}`
}
