-- The version of the product that came with its picture, by which the picture's address changes. NULL: it has none.
ALTER TABLE products ADD COLUMN picture INTEGER;

-- Apart from the products, so that their lists read no picture.
CREATE TABLE product_pictures (
  -- The undo of an import takes a new product off the list.
  product_seq INTEGER PRIMARY KEY REFERENCES products (seq) ON DELETE CASCADE,
  type TEXT NOT NULL,
  image BLOB NOT NULL
) STRICT;
