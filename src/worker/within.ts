export async function within(atMostMs: number, what: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, atMostMs);
  await Promise.race([what, late.promise]);
  clearTimeout(timer);
}
