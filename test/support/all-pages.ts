interface ListPage {
  readonly nextCursor: string | null;
}

export async function allPages<P extends ListPage>(read: (cursor?: string) => P | Promise<P>): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
