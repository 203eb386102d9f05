export const ClientLink = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <a href={`/app/clients/${id}`}>
    <bdi>{name}</bdi>
  </a>
);
