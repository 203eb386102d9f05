import { printedLinkTo } from '../../../data/link.ts';
import { logoAddress, workspace } from '../../../data/me.ts';
import { phone as phoneText } from '../../../ui/format.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { words } from '../../../words/words.ts';

export function ShopName() {
  const { name = '', address = '', phone = '' } = workspace.value ?? {};
  const logo = logoAddress();
  return (
    <div class="print-shop">
      {logo !== undefined && <img src={logo} alt="" />}
      <div>
        <p class="print-shop-name">{name}</p>
        {(address !== '' || phone !== '') && (
          <p class="print-shop-contacts">
            <span>{address}</span> <span class="print-of-phone">{phoneText(phone)}</span>
          </p>
        )}
      </div>
    </div>
  );
}

export function Thanks() {
  const { thanks = '' } = workspace.value ?? {};
  return thanks === '' ? null : <p class="print-thanks">{thanks}</p>;
}

/** The QR code opens the order only for people who are signed in. */
export const OrderQr = ({ id }: { readonly id: string }) => (
  <QrCode class="print-qr" text={printedLinkTo(`/app/orders/${id}`)} label={words.value.print.scan} />
);
