;; forfeit crash: divides by zero
(module
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (global $zero (mut i32) (i32.const 0))
  (func (export "choose") (result i32)
    (i32.div_u (i32.const 1) (global.get $zero))))
