;; refused: its initial memory is 4 GB
(module
  (memory (export "memory") 65536)
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (i32.const 1)))
