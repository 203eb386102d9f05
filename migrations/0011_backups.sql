SELECT 1; -- to be filled
